import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type ModelServer, startModelServer } from './model-server.ts';
import { SYSTEM, TURNS } from './script.ts';

type Json = Record<string, unknown>;

let server: ModelServer;
beforeEach(async () => {
  server = await startModelServer();
  onTestFinished(() => server.stop());
});

const [weather, warmer, forbidden] = TURNS;
const post = (path: string, body: unknown): Promise<Response> =>
  fetch(`${server.url}${path}`, { method: 'POST', body: JSON.stringify(body) });

/** The events of a stream, without what ends it. */
async function eventsOf(answer: Response): Promise<Json[]> {
  const text = await answer.text();
  const data = text.match(/^data: \{.*$/gm) ?? [];
  return data.map((line) => JSON.parse(line.slice('data: '.length)) as Json);
}

const asked = (question: string): Json => ({ role: 'user', content: question });
const calls = ['Oslo', 'Lima'].map((city) => ({
  id: `call_${city.toLowerCase()}`,
  type: 'function',
  function: { name: 'get_weather', arguments: JSON.stringify({ city }) },
}));

describe('chat completions', () => {
  const results = calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: '{}' }));

  test('ask for two tools, and answer once their results are there', async () => {
    const first = await post('/chat/completions', { messages: [asked(weather.question)] });
    expect(await first.json()).toMatchObject({
      choices: [{ finish_reason: 'tool_calls', message: { content: null, tool_calls: calls } }],
      usage: { prompt_tokens: 81, completion_tokens: 33, total_tokens: 114 },
    });
    const second = await post('/chat/completions', {
      messages: [asked(weather.question), { role: 'assistant', tool_calls: calls }, ...results],
    });
    expect(await second.json()).toMatchObject({
      choices: [
        { finish_reason: 'stop', message: { content: 'Oslo has 4 °C and rain, Lima 19 °C and fog.' } },
      ],
      usage: { prompt_tokens_details: { cached_tokens: 64 } },
    });
    expect(server.calls.map(({ results, streamed }) => [results, streamed])).toEqual([
      [0, false],
      [2, false],
    ]);
  });

  test('stream the same in pieces, the usage last', async () => {
    const messages = [asked(weather.question)];
    const answer = await post('/chat/completions', { messages, stream: true });
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    const events = await eventsOf(answer);
    const deltas = events.flatMap(({ choices }) => (choices as Json[]).map(({ delta }) => delta as Json));
    const pieces = deltas.flatMap((delta) => (delta['tool_calls'] ?? []) as { function: Json }[]);
    expect(pieces.map((piece) => piece.function['arguments'])).toEqual([
      '',
      '{"city":"Oslo"}',
      '',
      '{"city":"Lima"}',
    ]);
    expect(events.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 114 } });
  });

  test('refuse what the rules forbid, and what is not in the script', async () => {
    for (const [question, message] of [
      [forbidden.question, 'The prompt was rejected by the content filter.'],
      ['Who are you?', 'Not in the script: Who are you?'],
    ] as const) {
      const answer = await post('/chat/completions', { messages: [asked(question)] });
      expect([answer.status, await answer.json()]).toMatchObject([400, { error: { message } }]);
    }
  });
});

describe('responses', () => {
  const items = calls.map(({ id, function: called }) => ({ type: 'function_call', call_id: id, ...called }));
  const results = calls.map(({ id }) => ({ type: 'function_call_output', call_id: id, output: '{}' }));

  test('hold the calls, then the answer, and what they were instructed with', async () => {
    const first = await post('/responses', { instructions: SYSTEM, input: weather.question });
    expect(await first.json()).toMatchObject({ status: 'completed', instructions: SYSTEM, output: items });
    const second = await post('/responses', { input: [asked(weather.question), ...items, ...results] });
    expect(await second.json()).toMatchObject({
      output: [{ type: 'message', content: [{ text: 'Oslo has 4 °C and rain, Lima 19 °C and fog.' }] }],
      usage: { input_tokens_details: { cached_tokens: 64 } },
    });
  });

  test('are told in numbered events that end with the whole', async () => {
    const input = [{ role: 'user', content: [{ type: 'input_text', text: warmer.question }] }];
    const events = await eventsOf(await post('/responses', { input, stream: true }));
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, index) => index));
    const deltas = events.filter(({ type }) => type === 'response.output_text.delta');
    expect(deltas.map(({ delta }) => delta).join('')).toBe('Lima, by 15 degrees.');
    expect(events.at(-1)).toMatchObject({
      type: 'response.completed',
      response: { output: [{ content: [{ text: 'Lima, by 15 degrees.' }] }], usage: { total_tokens: 192 } },
    });
  });

  test('refuse what the rules forbid', async () => {
    expect((await post('/responses', { input: forbidden.question })).status).toBe(400);
  });
});

test('there is nothing else', async () => {
  expect((await post('/embeddings', {})).status).toBe(404);
  expect((await fetch(`${server.url}/responses`)).status).toBe(404);
  expect((await fetch(`${server.url}/responses`, { method: 'POST', body: '{' })).status).toBe(400);
});
