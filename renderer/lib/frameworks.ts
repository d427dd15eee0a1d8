/** By every slug that a span's `framework` may be: the name that people know, and the letters of its icon. No two have the same. */
const FRAMEWORKS: Readonly<Record<string, readonly [label: string, letters: string]>> = {
  strands: ['Strands', 'St'],
  langgraph: ['LangGraph', 'LG'],
  langchain: ['LangChain', 'LC'],
  crewai: ['CrewAI', 'CA'],
  autogen: ['AutoGen', 'AG'],
  'google-adk': ['Google ADK', 'GA'],
  'openai-agents': ['OpenAI Agents', 'OA'],
  'pydantic-ai': ['Pydantic AI', 'PA'],
  'vercel-ai': ['Vercel AI', 'VA'],
  'agent-framework': ['Agent Framework', 'AF'],
  'semantic-kernel': ['Semantic Kernel', 'SK'],
  llamaindex: ['LlamaIndex', 'LI'],
  mastra: ['Mastra', 'Ma'],
  genkit: ['Genkit', 'Gk'],
  haystack: ['Haystack', 'Ha'],
  dspy: ['DSPy', 'DS'],
  smolagents: ['smolagents', 'sm'],
  agno: ['Agno', 'Ag'],
  livekit: ['LiveKit', 'LK'],
  pipecat: ['Pipecat', 'Pi'],
  'claude-code': ['Claude Code', 'CC'],
  'gemini-cli': ['Gemini CLI', 'GC'],
  'qwen-code': ['Qwen Code', 'QC'],
  codex: ['Codex', 'Cx'],
  copilot: ['Copilot', 'Co'],
  mcp: ['MCP', 'MC'],
  'aws-bedrock': ['AWS Bedrock', 'AB'],
  'vertex-ai': ['Vertex AI', 'Vx'],
  'azure-ai': ['Azure AI', 'Az'],
  openai: ['OpenAI', 'Op'],
  anthropic: ['Anthropic', 'An'],
  langfuse: ['Langfuse', 'Lf'],
  langsmith: ['LangSmith', 'LS'],
  logfire: ['Logfire', 'Lo'],
  mlflow: ['MLflow', 'ML'],
  openlit: ['OpenLIT', 'OL'],
  langtrace: ['Langtrace', 'Lt'],
  laminar: ['Laminar', 'La'],
  litellm: ['LiteLLM', 'LL'],
  traceloop: ['Traceloop', 'Tl'],
  openinference: ['OpenInference', 'OI'],
  'otel-genai': ['OTel GenAI', 'OT'],
  'spring-ai': ['Spring AI', 'Sp'],
  'effect-ai': ['Effect AI', 'Ef'],
  'tanstack-ai': ['TanStack AI', 'TS'],
  voltagent: ['VoltAgent', 'Vo'],
  beeai: ['BeeAI', 'BA'],
  ax: ['Ax', 'Ax'],
  opencode: ['OpenCode', 'Oc'],
  langwatch: ['LangWatch', 'LW'],
  braintrust: ['Braintrust', 'BT'],
  sentry: ['Sentry', 'Se'],
};

/** The name people know a framework slug by; a slug that is not in the table is shown as it is. */
export function frameworkLabel(slug: string): string {
  return FRAMEWORKS[slug]?.[0] ?? slug;
}

/** What the icon of a framework shows; of one that is not in the table, its first letters. */
export function frameworkLetters(slug: string): string {
  return FRAMEWORKS[slug]?.[1] ?? slug.slice(0, 2);
}
