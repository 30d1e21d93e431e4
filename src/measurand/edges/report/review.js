"use strict";
(function () {
  var form = document.getElementById("filters");
  if (!form) return;
  var rows = Array.prototype.slice.call(document.querySelectorAll("#samples-table tbody tr"));
  var texts = rows.map(function (row) { return row.textContent.toLowerCase(); });
  var query = document.getElementById("filter-text");
  var outcome = document.getElementById("filter-outcome");
  var change = document.getElementById("filter-change");
  var count = document.getElementById("filter-count");
  function apply() {
    var words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
    var shown = 0;
    rows.forEach(function (row, at) {
      var fits = (!outcome.value || row.dataset.outcome === outcome.value)
        && (!change.value || row.dataset.change === change.value)
        && words.every(function (word) { return texts[at].indexOf(word) >= 0; });
      row.hidden = !fits;
      if (fits) shown += 1;
    });
    count.textContent = shown + " / " + rows.length;
  }
  form.hidden = false;
  form.addEventListener("input", apply);
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  apply();
})();
