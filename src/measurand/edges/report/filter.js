"use strict";
(function () {
  var form = document.getElementById("filters");
  if (!form) return;
  var list = function (found) { return Array.prototype.slice.call(found); };
  var rows = list(document.getElementById(form.dataset.table).querySelectorAll("tbody tr"));
  var texts = rows.map(function (row) { return row.textContent.toLowerCase(); });
  var choices = list(form.querySelectorAll("select"));
  var query = document.getElementById("filter-text");
  var count = document.getElementById("filter-count");
  function apply() {
    var words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
    var shown = 0;
    rows.forEach(function (row, at) {
      var fits = choices.every(function (one) { return !one.value || row.dataset[one.dataset.choice] === one.value; })
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
