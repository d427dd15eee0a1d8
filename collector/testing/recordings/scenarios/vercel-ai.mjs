// https://ai-sdk.dev/docs/ai-sdk-core/telemetry
import { createOpenAI } from '@ai-sdk/openai';
import { OpenTelemetry } from '@ai-sdk/otel';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { generateText, isStepCount, registerTelemetry, streamText, tool } from 'ai';
import { z } from 'zod';
import { expectFailure, getWeather, recording, weatherDescription, weatherTool } from './recording.mjs';

const { model, modelUrl, questions, session, system, user } = recording;
const sdk = new NodeSDK();
sdk.start();
registerTelemetry(new OpenTelemetry({ runtimeContext: true, usage: true }));

const settings = {
  model: createOpenAI({ baseURL: modelUrl, apiKey: 'scripted' }).chat(model),
  instructions: system,
  tools: {
    [weatherTool]: tool({
      description: weatherDescription,
      inputSchema: z.object({ city: z.string() }),
      execute: getWeather,
    }),
  },
  stopWhen: isStepCount(3),
  maxRetries: 0,
  runtimeContext: { sessionId: session, userId: user },
  telemetry: {
    functionId: 'weather-agent',
    includeRuntimeContext: { sessionId: true, userId: true },
  },
};

const messages = [{ role: 'user', content: questions[0] }];
const first = await generateText({ ...settings, messages });
messages.push(...first.responseMessages, { role: 'user', content: questions[1] });
const second = streamText({ ...settings, messages });
for await (const piece of second.textStream) void piece;
messages.push(...(await second.responseMessages), { role: 'user', content: questions[2] });
await expectFailure(() => generateText({ ...settings, messages }));
await sdk.shutdown();
