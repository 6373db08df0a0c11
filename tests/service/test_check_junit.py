"""The JUnit XML of a check has the shape of Ant's schema."""

from datetime import UTC, datetime
from xml.etree.ElementTree import Element, fromstring

from arena.service.check.junit import junit
from arena.service.check.report import CheckStep, Report

AT = datetime(2026, 11, 22, 1, 2, 3, 456, UTC)
GOOD = CheckStep(1, "starts", True, 0.25, {"seconds": 0.2}, "connected 0.20 s after its start")
BAD = CheckStep(
    3,
    "decides, small table",
    False,
    1.5,
    {"asked": 3},
    "blind: ILLEGAL: <no> such & choice",
    request="seat 0 of 2",
    output="| \\x1b[31m spam",
    command="arena bot check x --step 3",
)
REPORT = Report("x", "ab" * 32, "process", ("blind@1",), "check", 2.0, (GOOD, BAD), not_tried=(4, 5))
# Of each element: the attributes that it must have, and what may stand in it, in this order.
MUST = {
    "testsuites": ((), ("testsuite",)),
    "testsuite": (
        ("name", "timestamp", "hostname", "tests", "failures", "errors", "time", "id", "package"),
        ("properties", "testcase", "system-out", "system-err"),
    ),
    "properties": ((), ("property",)),
    "property": (("name", "value"), ()),
    "testcase": (("name", "classname", "time"), ("skipped", "error", "failure")),
    "failure": (("type",), ()),
    "skipped": ((), ()),
    "system-out": ((), ()),
    "system-err": ((), ()),
}


def _check_shape(element: Element) -> None:
    needed, inside = MUST[element.tag]
    assert set(needed) <= set(element.keys())
    places = [inside.index(child.tag) for child in element]
    assert places == sorted(places)
    for child in element:
        _check_shape(child)


def test_the_document_has_the_shape_of_the_schema() -> None:
    suites = fromstring(junit(REPORT, AT).encode())
    assert suites.tag == "testsuites"
    _check_shape(suites)
    (suite,) = suites
    for once in ("properties", "system-out", "system-err"):
        assert len(suite.findall(once)) == 1
    assert suite.get("timestamp") == "2026-11-22T01:02:03"
    for case in suite.findall("testcase"):
        assert len(case) <= 1


def test_totals_match_the_cases() -> None:
    (suite,) = fromstring(junit(REPORT, AT).encode())
    cases = suite.findall("testcase")
    assert [case.get("name") for case in cases] == [
        "1 starts",
        "3 decides, small table",
        "4 decides, large table",
        "5 many games at once",
    ]
    assert int(suite.get("tests", "")) == len(cases) == 4
    assert int(suite.get("failures", "")) == len(suite.findall("testcase/failure")) == 1
    assert int(suite.get("skipped", "")) == len(suite.findall("testcase/skipped")) == 2


def test_a_failure_has_all_details() -> None:
    (suite,) = fromstring(junit(REPORT, AT).encode())
    (failure,) = suite.findall("testcase/failure")
    assert failure.get("message") == BAD.detail
    assert failure.text == "\n\n".join((BAD.detail, BAD.request, BAD.output, BAD.command))


def test_figures_are_properties() -> None:
    (suite,) = fromstring(junit(REPORT, AT).encode())
    properties = {one.get("name"): one.get("value") for one in suite.findall("properties/property")}
    assert properties["1.seconds"] == "0.2"
    assert properties["3.asked"] == "3"
    assert properties["rulesets"] == "blind@1"
