"""How a script asks what may end its process: in another one, which is itself."""

STARTING = 20
"""How many seconds more the process may take, in which the implementation is imported too."""


def entry(*, of_process: bool) -> str:
    """Return the last lines of a script. An implementation that ends the script did not return, whatever its code."""
    if of_process:
        return 'if __name__ == "__main__":\n    sys.exit(main())\n'
    return """
if __name__ == "__main__":
    try:
        code = main()
    except SystemExit as ended:
        code = ended.code or "the implementation has ended this script"
    sys.exit(code)
"""


def asking(seconds: float, *, apart: bool, body: str) -> str:
    """Return the source of main(), in which the body is run; ``apart`` is whether that may end its process."""
    if not apart:
        return f"def main():\n{body}\n"
    return f'''
def asked():
{body}


CAME_BACK = "it came back\\n"


def main():
    """Ask in a process of its own, which is this script with an argument."""
    if "--here" in sys.argv:
        try:
            code = asked()
        except NotFound as missing:
            code = missing.code
        print(CAME_BACK, end="", flush=True)
        return code
    command = [sys.executable, "-X", "faulthandler", __file__, "--here"]
    told = {{"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "text": True, "errors": "replace"}}
    try:
        ran = subprocess.run(command, **told, timeout={seconds + STARTING!r}, check=False)
    except subprocess.TimeoutExpired:
        print("no answer in time")
        return 1
    print(ran.stdout.removesuffix(CAME_BACK), end="")
    if ran.stdout.endswith(CAME_BACK):
        return ran.returncode
    print(f"its process ended with code {{ran.returncode}}")
    return 1
'''
