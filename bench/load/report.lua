-- Appended by every wrk script: one line of JSON for harness.ts.
wrong = 0
function report(summary, latency, threads)
  for _, thread in ipairs(threads) do wrong = wrong + (thread:get('wrong') or 0) end
  local e = summary.errors
  io.write(string.format(
    'RESULT {"requests":%d,"rps":%.1f,"p50":%.3f,"p99":%.3f,"errors":%d}\n',
    summary.requests, summary.requests / (summary.duration / 1e6),
    latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    wrong + e.connect + e.read + e.write + e.timeout))
end
