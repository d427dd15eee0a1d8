// https://openai.github.io/openai-agents-js/, recorded by
// https://github.com/Arize-ai/openinference/tree/main/js/packages/openinference-instrumentation-openai-agents
import { OpenAIAgentsInstrumentation } from '@arizeai/openinference-instrumentation-openai-agents';
import { setSession, setUser } from '@arizeai/openinference-core';
import * as agents from '@openai/agents';
import { context } from '@opentelemetry/api';
import { NodeSDK } from '@opentelemetry/sdk-node';
import OpenAI from 'openai';
import { z } from 'zod';
import { expectFailure, getWeather, recording, weatherDescription, weatherTool } from './recording.mjs';

const { model, modelUrl, questions, session, system, user } = recording;
const sdk = new NodeSDK();
sdk.start();
new OpenAIAgentsInstrumentation().manuallyInstrument(agents);
agents.setDefaultOpenAIClient(new OpenAI({ baseURL: modelUrl, apiKey: 'scripted', maxRetries: 0 }));

const agent = new agents.Agent({
  name: 'Weather agent',
  instructions: system,
  model,
  tools: [
    agents.tool({
      name: weatherTool,
      description: weatherDescription,
      parameters: z.object({ city: z.string() }),
      execute: async (where) => JSON.stringify(getWeather(where)),
    }),
  ],
});

const memory = new agents.MemorySession({ sessionId: session });
const named = setUser(setSession(context.active(), { sessionId: session }), { userId: user });
await context.with(named, async () => {
  await agents.run(agent, questions[0], { session: memory });
  const streamed = await agents.run(agent, questions[1], { session: memory, stream: true });
  for await (const event of streamed) void event;
  await streamed.completed;
  await expectFailure(() => agents.run(agent, questions[2], { session: memory }));
});
await agents.getGlobalTraceProvider().forceFlush();
await sdk.shutdown();
