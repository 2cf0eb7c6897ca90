// A click on a heading sorts its table by that column; another click turns the order round.
for (const table of document.querySelectorAll("table.sortable")) {
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    heading.querySelector("button").addEventListener("click", () => {
      const descending = heading.getAttribute("aria-sort") === "ascending";
      headings.forEach((other) => other.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
      const value = (row) => row.cells[column].dataset.value;
      const numeric = heading.classList.contains("number");
      const number = (row) => { const parsed = Number(value(row).replace("inf", "Infinity")); return Number.isNaN(parsed) ? -Infinity : parsed; };
      const order = (a, b) => (numeric ? (number(a) > number(b)) - (number(a) < number(b)) : value(a).localeCompare(value(b)));
      const rows = [...table.tBodies[0].rows].sort((a, b) => (descending ? order(b, a) : order(a, b)));
      table.tBodies[0].append(...rows);
    });
  });
}
