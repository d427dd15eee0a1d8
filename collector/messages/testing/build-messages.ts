/** Messages of the current conventions, for tests of what histories hold. */
export const textMessage = (role: string, content: string) => ({ role, parts: [{ type: 'text', content }] });

export const weatherCalls = (...cities: readonly (readonly [id: string, city: string])[]) => ({
  role: 'assistant',
  parts: cities.map(([id, city]) => ({ type: 'tool_call', id, name: 'get_weather', arguments: { city } })),
});

export const toolAnswer = (id: string, response: unknown) => ({
  role: 'tool',
  parts: [{ type: 'tool_call_response', id, response }],
});

export const messagesOf = (input: readonly unknown[], output: readonly unknown[]) => ({
  'gen_ai.input.messages': JSON.stringify(input),
  'gen_ai.output.messages': JSON.stringify(output),
});
