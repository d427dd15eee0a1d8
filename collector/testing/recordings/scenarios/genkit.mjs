// https://genkit.dev/docs/agents/, https://genkit.dev/docs/observability/advanced-configuration/
import { openAI } from '@genkit-ai/compat-oai/openai';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { InMemorySessionStore, genkit, z } from 'genkit/beta';
import { enableTelemetry, flushTracing } from 'genkit/tracing';
import { expectFailure, getWeather, recording, weatherDescription, weatherTool } from './recording.mjs';

const { model, modelUrl, questions, session, system } = recording;
await enableTelemetry({ spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())] });

const ai = genkit({ plugins: [openAI({ apiKey: 'scripted', baseURL: modelUrl, maxRetries: 0 })] });
const agent = ai.defineAgent({
  name: 'weatherAgent',
  model: openAI.model(model),
  system,
  tools: [
    ai.defineTool(
      { name: weatherTool, description: weatherDescription, inputSchema: z.object({ city: z.string() }) },
      async (where) => getWeather(where),
    ),
  ],
  store: new InMemorySessionStore(),
});

const chat = agent.chat({ sessionId: session });
await chat.send(questions[0]);
const turn = chat.sendStream(questions[1]);
for await (const piece of turn.stream) void piece;
await turn.response;
await expectFailure(async () => (await chat.send(questions[2])).assertValid());
await flushTracing();
