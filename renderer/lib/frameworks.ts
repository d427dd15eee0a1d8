const LABELS: Readonly<Record<string, string>> = {
  strands: 'Strands',
  langgraph: 'LangGraph',
  langchain: 'LangChain',
  crewai: 'CrewAI',
  autogen: 'AutoGen',
  'google-adk': 'Google ADK',
  'openai-agents': 'OpenAI Agents',
  'pydantic-ai': 'Pydantic AI',
  'vercel-ai': 'Vercel AI',
  'agent-framework': 'Agent Framework',
  'semantic-kernel': 'Semantic Kernel',
  llamaindex: 'LlamaIndex',
  mastra: 'Mastra',
  genkit: 'Genkit',
  haystack: 'Haystack',
  dspy: 'DSPy',
  smolagents: 'smolagents',
  agno: 'Agno',
  livekit: 'LiveKit',
  'claude-code': 'Claude Code',
  'gemini-cli': 'Gemini CLI',
  codex: 'Codex',
  copilot: 'Copilot',
  mcp: 'MCP',
  'aws-bedrock': 'AWS Bedrock',
  'vertex-ai': 'Vertex AI',
  'azure-ai': 'Azure AI',
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  langfuse: 'Langfuse',
  langsmith: 'LangSmith',
  logfire: 'Logfire',
  mlflow: 'MLflow',
  openlit: 'OpenLIT',
  traceloop: 'Traceloop',
  openinference: 'OpenInference',
  'otel-genai': 'OTel GenAI',
};

/** Every slug that a span's `framework` may be. */
export const FRAMEWORK_SLUGS: readonly string[] = Object.keys(LABELS);

/** The name people know a framework slug by; a slug that is not in the table is shown as it is. */
export function frameworkLabel(slug: string): string {
  return LABELS[slug] ?? slug;
}
