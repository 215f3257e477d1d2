// Python in a worker: it starts the runtime once, and then runs what the page sends. Nothing is asked of another host.

const say = (message) => postMessage(message);

async function bytes(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name} is not there (${answer.status})`);
  return answer.arrayBuffer();
}

async function start() {
  say({state: "Python starts…"});
  const { loadPyodide } = await import("./pyodide/pyodide.mjs");
  const indexURL = new URL("./pyodide/", import.meta.url).href;
  const [python, attrs, own, prepared] = await Promise.all([
    loadPyodide({indexURL}), bytes("attrs.zip"), bytes("formal_rl.zip"), bytes("prepared.py"),
  ]);
  say({state: "formal_rl starts…"});
  python.unpackArchive(attrs, "zip");
  python.unpackArchive(own, "zip");
  python.FS.writeFile("prepared.py", new Uint8Array(prepared));
  return python.pyimport("prepared");
}

const started = start();
started.then(() => say({ready: true}), (error) => say({failed: String(error)}));

onmessage = async ({data}) => {
  const prepared = await started;
  const shown = prepared.run(data.environment, data.agent, data.steps);
  say({shown: JSON.parse(shown)});
};
