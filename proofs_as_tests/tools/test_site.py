"""What makes and checks the site: pages of statements, links of ids, the reference of commands, the live page."""

import json
import re
import zipfile
from io import BytesIO

import pytest

from formal_rl.cli import main
from formal_rl.statements import LEDGER
from formal_rl.statements.kill_table import kill_table
from formal_rl.study import explore
from tools.site import checks, command_line, explorers, schema_pages, sources
from tools.site.api_pages import prose, signature
from tools.site.code import address, first_line, node_of, offered, origin, packages, source_files
from tools.site.explorers import FREEZING, environments_of, explored
from tools.site.live_page import AGENTS, ENVIRONMENTS, LEFT_OUT, packed, prepared
from tools.site.markup import plain
from tools.site.newcomer import SOUGHT
from tools.site.statement_pages import index_page, kills_table, meanings, page_of, statement_page


def test_the_page_of_a_statement_has_what_the_ledger_says():
    """Claim, verdict, evidence, code, what it uses and its mutants are on the page."""
    statement = LEDGER["A22-D7"]
    page = statement_page(statement, "A22-D6", "A22-T10.1")

    assert "π{sub}`RC` acts as π on a history if π{sub}`RC` would have taken each of its actions" in page
    assert meanings()["defined"] not in page
    assert meanings()["holds"] in statement_page(LEDGER["A22-T10.1"])
    assert plain(statement.caution) in page
    assert "def reality_check(agent: Agent) -> Agent:" in page
    assert "Sentence uses\n: {ledger}`A22-D1`" in page
    assert '<a href="A22-T10.1.html">A22-T10.1 →</a>' in page


def test_each_environment_has_its_explorer_where_it_is_defined():
    """The page of an example has the explorer of its environment; of what alters the agent there is none."""
    assert explored(LEDGER["A21-E6"]) == [("ignore_rewards", "explore/ignore_rewards.html")]
    assert '<iframe class="explorer" loading="lazy"' in statement_page(LEDGER["A21-E6"])
    assert explored(LEDGER["T24-T5.1"]) == [("DREST in the world example", "explore/drest-example.html")]
    assert explored(LEDGER["A22-T10.3"]) == [("ignore_rewards under the reality check", FREEZING)]
    assert FREEZING.replace("&", "&amp;") in statement_page(LEDGER["A22-T10.3"])
    assert explored(LEDGER["A22-D6"]) == []
    assert environments_of(LEDGER["A22-D7"]) == ()


def test_the_kill_table_has_a_cross_for_each_kill():
    """As many crosses as there are kills, and a column for each part."""
    measured = kill_table("A22-D7")
    shown = kills_table(measured)

    assert shown.count('class="kill"') == sum(len(mutant.killed_by) for mutant in measured.mutants) > 0
    assert shown.count("<abbr") == len(measured.parts)


def test_the_page_of_them_all_has_each_once():
    """Each statement has a row that says its paper and verdict, by which the list can be narrowed down."""
    page = index_page(LEDGER.values())

    assert page.count("<tr data-paper=") == len(LEDGER)
    assert page.count('data-verdict="refuted"') == sum(s.verdict == "refuted" for s in LEDGER.values())


@pytest.mark.parametrize(
    ("text", "shown"),
    [("m_l * 2 | x", r"m\_l \* 2 \| x"), ("`a_b` and c_d", r"`a_b` and c\_d"), ("2 <= N", r"2 \<= N")],
)
def test_signs_are_not_read_as_markdown(text, shown):
    """What has a meaning in Markdown is escaped, but for what stands between backticks."""
    assert plain(text) == shown


def test_every_name_that_a_package_offers_has_a_place():
    """The definition of each name is found, with the line at which it begins; what a docstring cites becomes links."""
    for package in packages():
        for name in offered(package).values():
            assert address(origin(name)).startswith("source/formal_rl/")
    dotted = origin("formal_rl.transforms.reality_check.reality_check")
    assert address(dotted).endswith(f"reality_check.html#L-{first_line(node_of(dotted)[0])}")
    node, text = node_of(dotted)
    assert signature(node, "reality_check") == "reality_check(agent: Agent) -> Agent"
    assert "Cites {ledger}`A22-D7`" in prose(text)
    assert "Ledger:" not in prose(text)


def test_the_reference_has_every_command():
    """Each command has a page with its options and examples; the exit codes are those of the command line."""
    pages = command_line.pages()

    assert {"command_line/verify.md", "command_line/drest.md", "command_line/conform.md"} <= set(pages)
    assert "## `formal-rl drest train`" in pages["command_line/drest.md"]
    assert "--suite NAME" in pages["command_line/conform.md"]
    assert "    formal-rl verify" in pages["command_line/verify.md"]
    assert [code for code, _ in command_line.exit_codes()] == ["0", "1", "2", "3", "4", "5", "130", "141"]


def test_a_schema_has_its_keys():
    """Each key of a schema is on its page, and the file is the one that ships."""
    schema = json.loads(schema_pages.schemas()["statement-1"].read_text("utf-8"))
    page = schema_pages.page("statement-1", schema)

    assert [key for key in schema["properties"] if f"<code>{key}</code>" not in page] == []


def test_the_first_page_has_every_page_in_a_tree():
    """Each page is in a tree of the first page or of a section, called as the contents call it; links lead to it."""
    written = {sources.place(name): sources._moved(name) for name in sources.documents()}
    made = sources._contents(written)
    trees = "".join(text.partition("```{toctree}")[2] for text in made.values())

    assert "](../start/student.md)" in written["project/readme.md"]
    assert "\nFor the student <start/student.md>\n" in made["index.md"]
    assert '<iframe class="explorer' in made["index.md"]
    assert "\nfindings.md\n" in made["index.md"]
    assert [path for path in written if path != "index.md" and path not in trees] == []


def test_the_gallery_has_every_explorer():
    """Each explorer is a card once, with its picture and a sentence."""
    (page,) = explorers.pages().values()
    every = [*explorers.names(), *(f"drest-{name}" for name in explorers.WORLDS)]

    assert sorted(re.findall(r'<a href="(.*?)\.html">', page)) == sorted(
        [*every, *(f"safelife-{name}" for name in explorers.LEVELS)]
    )
    assert page.count('.svg"') == page.count("<p>") == page.count("<li>")


def test_the_picture_of_a_run_shows_what_differs():
    """What happened stands above what was asked about, orange where they differ: a reward and an action."""
    page, picture = explorers._page(explore, "ignore_rewards", explorers._run_picture)

    assert page[0] == "html"
    assert picture[1].decode().count("#c2410c") == 2


def test_source_has_a_page_where_it_is_linked():
    """Each line of a module that something links has a place; what has the colour of text is not marked up."""
    made = source_files(['<a href="../source/formal_rl/errors.html#L-3">', "source/formal_rl/errors.html"])

    (page,) = made.values()
    assert list(made) == ["source/formal_rl/errors.html"]
    assert b'id="L-3"' in page
    assert b'class="n"' not in page


@pytest.mark.parametrize(("words", "first"), SOUGHT.items())
def test_the_terminal_finds_what_the_search_finds(words, first, capsys):
    """An id, a place in a paper, or a name comes first; `make docs` asks the search of the site the same."""
    assert main(["find", *words.split()]) == 0
    assert capsys.readouterr().out.split()[0] == first


# --- What is checked ---

PAGE = """<link rel=stylesheet href="https://fonts.test/a.css"><a href="https://elsewhere.test">read</a>
<a href="b.html#there">b</a><a href="b.html#not-there">b</a><a href="c.html">c</a>
<style>body { background: url(//fonts.test/x.png) }</style>"""


@pytest.fixture
def small_site(tmp_path):
    """Two pages, of which the first refers to what is not to be."""
    (tmp_path / "a.html").write_text(PAGE, "utf-8")
    (tmp_path / "b.html").write_text('<p id="there">', "utf-8")
    (tmp_path / "s.css").write_text("@import 'http://fonts.test/b.css';", "utf-8")
    return tmp_path, {path.name: checks.read_page(path.read_text("utf-8")) for path in tmp_path.glob("*.html")}


def test_what_is_wrong_with_a_site_is_found(small_site):
    """What is loaded from elsewhere, but no link that a reader may click; and links that lead nowhere."""
    assert list(checks.loaded_elsewhere(*small_site)) == [
        "a.html: loads https://fonts.test/a.css",
        "a.html: loads //fonts.test/x.png",
        "s.css: loads http://fonts.test/b.css",
    ]
    assert list(checks.broken_links(*small_site)) == [
        "a.html: b.html#not-there names a place that b.html does not have",
        "a.html: c.html leads nowhere",
    ]


# --- The live page ---


@pytest.mark.parametrize("agent", AGENTS.values(), ids=AGENTS)
@pytest.mark.parametrize("environment", ENVIRONMENTS.values(), ids=ENVIRONMENTS)
def test_the_examples_of_the_live_page_run(environment, agent, monkeypatch):
    """Each example of an environment with each of an agent gives a trace and a classification."""
    assert (len(ENVIRONMENTS), len(AGENTS)) == (5, 4)
    monkeypatch.setattr(prepared, "explorer", lambda *_: {})
    shown = json.loads(prepared.run(environment, agent, 3))

    assert "step 3" in shown["trace"]
    assert "merciful" in shown["classification"]


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ("def e(agent, play):\n    return 1 / 0\n", "line 2 of the environment"),
        ("def e(agent, play)\n    pass\n", "line 1 of the environment: def e(agent, play)"),
        ("x = 1\n", "the environment is missing"),
    ],
)
def test_an_error_names_its_line(environment, said):
    """What goes wrong in an editor is told with the line."""
    assert said in json.loads(prepared.run(environment, 'agent = "simple"', 2))["error"]


def test_an_archive_depends_on_its_files_alone():
    """The same files make the same archive, whose files can be read."""
    made = packed({"b": b"2", "a": b"1"})

    assert made == packed({"a": b"1", "b": b"2"})
    assert zipfile.ZipFile(BytesIO(made)).read("a") == b"1"
    assert "study/drest" in LEFT_OUT


def test_ids_are_found_whole():
    """An id is a link where it is a word of its own, and in no longer id or pattern."""
    pytest.importorskip("sphinx")
    from tools.site.extension import ID

    assert ID.findall("A22-T10.3, A22-D7. T24-D* A22-D7-x (A21-E6) A22-T10.31") == ["A22-T10.3", "A22-D7", "A21-E6"]
    assert page_of("A22-D7") == "statements/A22-D7"
