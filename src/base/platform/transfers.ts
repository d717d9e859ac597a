import { contacted } from './contacted'
import type { Transfers } from './ports'

export const systemTransfers: Transfers = {
  async begin(request, { timeoutMs, address }) {
    const silent = new AbortController()
    const timer = setTimeout(() => silent.abort(new DOMException('No answer.', 'TimeoutError')), timeoutMs)
    try {
      const signal = AbortSignal.any([request.signal, silent.signal])
      const { request: sent } = await contacted(request, { address })
      // Bun would end a body that pauses for five minutes; the caller decides how long is too long.
      return await fetch(sent, { signal, redirect: 'manual', timeout: false } as RequestInit)
    } finally {
      clearTimeout(timer)
    }
  },
}
