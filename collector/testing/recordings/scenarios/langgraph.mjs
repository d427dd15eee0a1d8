// https://docs.langchain.com/oss/javascript/langgraph/quickstart, recorded by
// https://github.com/Arize-ai/openinference/tree/main/js/packages/openinference-instrumentation-langchain
import { LangChainInstrumentation } from '@arizeai/openinference-instrumentation-langchain';
import * as callbacks from '@langchain/core/callbacks/manager';
import { SystemMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { END, MemorySaver, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ToolNode, toolsCondition } from '@langchain/langgraph/prebuilt';
import { ChatOpenAI } from '@langchain/openai';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { z } from 'zod';
import { expectFailure, getWeather, recording, weatherDescription, weatherTool } from './recording.mjs';

const { model, modelUrl, questions, session, system, user } = recording;
const sdk = new NodeSDK();
sdk.start();
new LangChainInstrumentation().manuallyInstrument(callbacks);

const weather = tool(async (where) => getWeather(where), {
  name: weatherTool,
  description: weatherDescription,
  schema: z.object({ city: z.string() }),
});
const llm = new ChatOpenAI({
  model,
  apiKey: 'scripted',
  maxRetries: 0,
  configuration: { baseURL: modelUrl },
}).bindTools([weather]);

const graph = new StateGraph(MessagesAnnotation)
  .addNode('agent', async ({ messages }) => ({
    messages: [await llm.invoke([new SystemMessage(system), ...messages])],
  }))
  .addNode('tools', new ToolNode([weather]))
  .addEdge(START, 'agent')
  .addConditionalEdges('agent', toolsCondition, ['tools', END])
  .addEdge('tools', 'agent')
  .compile({ checkpointer: new MemorySaver(), name: 'weather-agent' });

const config = {
  configurable: { thread_id: session },
  metadata: { thread_id: session, user_id: user },
};
const ask = (question) => ({ messages: [{ role: 'user', content: question }] });

await graph.invoke(ask(questions[0]), config);
const stream = await graph.stream(ask(questions[1]), { ...config, streamMode: 'messages' });
for await (const piece of stream) void piece;
await expectFailure(() => graph.invoke(ask(questions[2]), config));
await sdk.shutdown();
