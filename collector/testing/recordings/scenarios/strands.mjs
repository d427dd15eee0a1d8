// https://strandsagents.com/latest/documentation/docs/user-guide/observability-evaluation/traces/
import { Agent, tool } from '@strands-agents/sdk';
import { OpenAIModel } from '@strands-agents/sdk/models/openai';
import { setupTracer } from '@strands-agents/sdk/telemetry';
import { z } from 'zod';
import { expectFailure, getWeather, recording, weatherDescription, weatherTool } from './recording.mjs';

const { model, modelUrl, questions, session, system, user } = recording;
const provider = setupTracer({ exporters: { otlp: true } });

const agent = new Agent({
  name: 'weather-agent',
  model: new OpenAIModel({
    api: 'responses',
    modelId: model,
    clientConfig: { baseURL: modelUrl, apiKey: 'scripted', maxRetries: 0 },
  }),
  systemPrompt: system,
  tools: [
    tool({
      name: weatherTool,
      description: weatherDescription,
      inputSchema: z.object({ city: z.string() }),
      callback: getWeather,
    }),
  ],
  traceAttributes: { 'session.id': session, 'user.id': user },
  printer: false,
});

await agent.invoke(questions[0]);
for await (const event of agent.stream(questions[1])) void event;
await expectFailure(() => agent.invoke(questions[2]));
await provider.forceFlush();
await provider.shutdown();
