import { expect, test } from 'vitest';
import { jobOf } from '../../testing/ingest-job.ts';
import { spanNamed, pipelineStore } from '../../testing/pipeline-store.ts';
import { traceBytes } from '../../testing/otlp.ts';

let now = 0;
/** Each look at the clock finds more time gone than any rule has. */
const store = pipelineStore(() => (now += 60_000));

test('a redaction rule that takes too long is named in the advice, and what it has not seen is replaced', () => {
  store.applySettings({ redaction: { rules: [{ name: 'costly', pattern: 'never there' }] } });
  const span = { ...spanNamed(1), attributes: { long: 'x'.repeat(100_000) } };
  const { results } = store.commit(jobOf(traceBytes({ spans: [span] })));
  expect(results).toMatchObject([
    {
      ok: true,
      redacted: 1,
      advice: expect.stringContaining('The redaction rule "costly" took too long') as string,
    },
  ]);
});
