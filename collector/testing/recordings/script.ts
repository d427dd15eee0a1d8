/** What is asked and answered in every recording, whichever SDK records it. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, string>>;
}

/** Tokens as OpenAI counts them: `cached` is part of `input`. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cached: number;
}

export type Reply =
  | { readonly toolCalls: readonly ToolCall[]; readonly usage: Usage }
  | { readonly text: string; readonly usage: Usage }
  | { readonly refused: string };

export interface Turn {
  readonly question: string;
  /** One after the other: what follows tool calls is said once their results have come. */
  readonly replies: readonly [Reply, ...Reply[]];
}

export const MODEL = 'gpt-4o-mini';
/** A provider answers with the exact version of what was asked for. */
export const ANSWERING_MODEL = 'gpt-4o-mini-2024-07-18';

export const USER = 'ada';
export const SYSTEM = 'You are a weather assistant. Ask get_weather for each city, and be brief.';

/** What `get_weather` answers. */
export const WEATHER: Readonly<Record<string, { readonly celsius: number; readonly sky: string }>> = {
  Oslo: { celsius: 4, sky: 'rain' },
  Lima: { celsius: 19, sky: 'fog' },
};

const getWeather = (city: string): ToolCall => ({
  id: `call_${city.toLowerCase()}`,
  name: 'get_weather',
  arguments: { city },
});

/** Two tools at once, a question about what was said (which scenarios ask for as a stream), and a call that fails. */
export const TURNS: readonly [Turn, Turn, Turn] = [
  {
    question: 'What is the weather in Oslo and in Lima?',
    replies: [
      {
        toolCalls: Object.keys(WEATHER).map(getWeather),
        usage: { input: 81, output: 33, cached: 0 },
      },
      { text: 'Oslo has 4 °C and rain, Lima 19 °C and fog.', usage: { input: 152, output: 17, cached: 64 } },
    ],
  },
  {
    question: 'Which of the two is warmer?',
    replies: [{ text: 'Lima, by 15 degrees.', usage: { input: 183, output: 9, cached: 128 } }],
  },
  {
    question: 'Say what the rules forbid.',
    replies: [{ refused: 'The prompt was rejected by the content filter.' }],
  },
];

/** What the script has to say to a question once so many results of tools are there; undefined: nothing. */
export const replyTo = (question: string, results: number): Reply | undefined => {
  const turn = TURNS.find((turn) => turn.question === question.trim());
  return turn?.replies[results > 0 ? 1 : 0];
};
