"""Write the report of a bot check as JUnit XML, for continuous integration."""

from datetime import datetime
from platform import node
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from arena.service.check.report import CheckStep, Report
from arena.service.common.step_titles import CHECKS


def junit(report: Report, at: datetime) -> str:
    """Return the report as a JUnit XML document. `at`: the time of the check."""
    suites = Element("testsuites")
    suite = SubElement(suites, "testsuite", _totals(report, at))
    properties = SubElement(suite, "properties")
    for name, value in _properties(report):
        SubElement(properties, "property", name=name, value=value)
    for step in report.steps:
        _case(suite, report, step)
    for number in report.not_tried:
        case = SubElement(suite, "testcase", _attributes(report, number, CHECKS[number], 0.0))
        SubElement(case, "skipped", message="not tried, as a step before it failed")
    SubElement(suite, "system-out")
    SubElement(suite, "system-err").text = "\n".join(step.output for step in report.steps if step.output)
    indent(suites)
    return tostring(suites, encoding="unicode", xml_declaration=True) + "\n"


def _totals(report: Report, at: datetime) -> dict[str, str]:
    return {
        "id": "0",
        "package": "arena.bot",
        "name": f"arena bot check {report.bot}",
        "timestamp": at.replace(microsecond=0, tzinfo=None).isoformat(),
        "hostname": node() or "localhost",
        "tests": str(len(report.steps) + len(report.not_tried)),
        "failures": str(sum(not step.passed for step in report.steps)),
        "errors": "0",
        "skipped": str(len(report.not_tried)),
        "time": f"{report.seconds:.3f}",
    }


def _properties(report: Report) -> list[tuple[str, str]]:
    about = [("version", report.version), ("runner", report.runner), ("seed", report.seed)]
    about.append(("rulesets", " ".join(report.rulesets)))
    measured = [
        (f"{step.number}.{name}", f"{value:g}")
        for step in report.steps
        for name, value in step.figures.items()
    ]
    return about + measured


def _case(suite: Element, report: Report, step: CheckStep) -> None:
    case = SubElement(suite, "testcase", _attributes(report, step.number, step.title, step.seconds))
    if not step.passed:
        parts = (step.detail, step.request, step.output, step.command)
        SubElement(case, "failure", type="failed", message=step.detail).text = "\n\n".join(
            filter(None, parts)
        )


def _attributes(report: Report, number: int, title: str, seconds: float) -> dict[str, str]:
    return {
        "classname": f"arena.bot.{report.bot}",
        "name": f"{number} {title}",
        "time": f"{seconds:.3f}",
    }
