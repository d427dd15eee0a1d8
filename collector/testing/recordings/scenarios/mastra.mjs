// https://mastra.ai/docs/observability/tracing/exporters/otel
import { createOpenAI } from '@ai-sdk/openai';
import { Agent } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { createTool } from '@mastra/core/tools';
import { Observability } from '@mastra/observability';
import { OtelExporter } from '@mastra/otel-exporter';
import { z } from 'zod';
import { expectFailure, getWeather, recording, weatherDescription, weatherTool } from './recording.mjs';

const { model, modelUrl, otlpUrl, questions, session, system, user } = recording;
const weather = createTool({
  id: weatherTool,
  description: weatherDescription,
  inputSchema: z.object({ city: z.string() }),
  execute: async (where) => getWeather(where),
});
const mastra = new Mastra({
  agents: {
    weather: new Agent({
      id: 'weather-agent',
      name: 'Weather agent',
      instructions: system,
      model: createOpenAI({ baseURL: modelUrl, apiKey: 'scripted' }).chat(model),
      tools: { [weatherTool]: weather },
      maxRetries: 0,
    }),
  },
  observability: new Observability({
    configs: {
      otel: {
        serviceName: 'weather',
        exporters: [
          new OtelExporter({
            provider: { custom: { endpoint: `${otlpUrl}/v1/traces`, protocol: 'http/protobuf' } },
          }),
        ],
      },
    },
  }),
});
const agent = mastra.getAgent('weather');
const settings = { tracingOptions: { metadata: { sessionId: session, userId: user } } };

const messages = [{ role: 'user', content: questions[0] }];
const first = await agent.generate(messages, settings);
messages.push(...first.response.messages, { role: 'user', content: questions[1] });
const second = await agent.stream(messages, settings);
for await (const piece of second.textStream) void piece;
messages.push(...(await second.response).messages, { role: 'user', content: questions[2] });
await expectFailure(() => agent.generate(messages, settings));
await mastra.shutdown();
