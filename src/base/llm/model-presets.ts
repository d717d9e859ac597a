/** Kinds of model servers, each with its default address. */
export const modelPresets = [
  { id: 'openai', label: 'OpenAI-compatible', base_url: '', needs_key: true },
  { id: 'ollama', label: 'Ollama', base_url: 'http://127.0.0.1:11434/v1', needs_key: false },
  { id: 'llamacpp', label: 'llama.cpp', base_url: 'http://127.0.0.1:8080/v1', needs_key: false },
  { id: 'lmstudio', label: 'LM Studio', base_url: 'http://127.0.0.1:1234/v1', needs_key: false },
] as const
