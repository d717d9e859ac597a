import { afterEach, describe, expect, test } from 'bun:test'
import { toasts } from '../../../state/toasts'
import { type ReceivedRequest, type Replies, refusal } from '../../../testing/render-page'
import { openSettings } from '../../../testing/settings-page'
import { withWindow } from '../../../testing/window'

withWindow()
afterEach(() => {
  toasts.value = []
})

const presets = [
  { id: 'openai', label: 'OpenAI-compatible', base_url: '', needs_key: true },
  { id: 'ollama', label: 'Ollama', base_url: 'http://127.0.0.1:11434/v1', needs_key: false },
]
const off = { ai_preset: 'openai', ai_base_url: '', ai_model: '', ai_api_key_set: false }
const on = {
  ai_preset: 'ollama',
  ai_base_url: 'http://127.0.0.1:11434/v1',
  ai_model: 'tiny-model',
  ai_api_key_set: true,
}

async function open(config: object, more: Replies = {}) {
  const settings = await openSettings(config as Record<string, unknown>, {
    'GET /api/ai/presets': { presets },
    'GET /api/ai/models': { models: [{ id: 'tiny-model' }, { id: 'other-model' }] },
    ...more,
  })
  const { page } = settings
  const form = () => page.find<HTMLFormElement>('.model-server')
  const box = (label: string) => {
    const found = [...form().querySelectorAll('label')].find((one) => one.textContent === label)
    if (!found) throw new Error(`No field is called ${label} in ${form().innerHTML}`)
    return page.find<HTMLInputElement>(`[id="${found.htmlFor}"]`)
  }
  return {
    ...settings,
    form,
    box,
    fill: (label: string, text: string) => page.type(`[id="${box(label).id}"]`, text),
    button: (word: string) => {
      const found = [...form().querySelectorAll('button')].find((one) => one.textContent?.trim() === word)
      if (!found) throw new Error(`No button is called ${word}`)
      return found
    },
  }
}

describe('the model server', () => {
  test('is off at first, with a sentence about the sent data and no features', async () => {
    const { page, form, labels } = await open(off)
    expect(form().textContent).toContain('Off')
    expect(page.find('#assistant').textContent).toContain('While the assistant is off, nothing is sent anywhere.')
    expect(labels('assistant')).toEqual(['Model server', 'What is sent'])
    expect(page.requests.some(({ name }) => name === 'GET /api/ai/models')).toBe(false)
  })

  test('gets its address from its type, lists its models, and is saved as a whole', async () => {
    const { page, box, fill, choose, button, sent } = await open(off)
    await choose(box('Model server type'), 'ollama')
    expect(box('Base URL').value).toBe('http://127.0.0.1:11434/v1')
    expect(page.requests.find(({ name }) => name === 'GET /api/ai/models')?.query).toEqual({
      base_url: 'http://127.0.0.1:11434/v1',
    })
    const list = page.find(`[id="${box('Model name').getAttribute('list')}"]`)
    expect([...list.querySelectorAll('option')].map((one) => one.getAttribute('value'))).toEqual([
      'tiny-model',
      'other-model',
    ])
    await fill('Model name', ' tiny-model ')
    await page.submit('.model-server')
    expect(sent('PUT /api/config')).toEqual([
      { ai_preset: 'ollama', ai_base_url: 'http://127.0.0.1:11434/v1', ai_model: 'tiny-model' },
    ] as never)
    expect(toasts.value[0]?.text).toBe('Model server: saved.')
    expect(button('Turn off')).toBeDefined()
  })

  test('keeps a typed address when its type has none', async () => {
    const { box, fill, choose } = await open(on)
    await fill('Base URL', 'https://models.example/v1')
    await choose(box('Model server type'), 'openai')
    expect(box('Base URL').value).toBe('https://models.example/v1')
    await choose(box('Model server type'), 'ollama')
    await choose(box('Model server type'), 'openai')
    expect(box('Base URL').value).toBe('')
  })

  test('is tested with the typed values, and the result stays until a change', async () => {
    const { page, fill, button, sent } = await open(on, {
      'POST /api/ai/test': { success: true, latency_ms: 1_840, response: 'OK', model: 'tiny-model' },
    })
    await page.click(button('Test'))
    expect(sent('POST /api/ai/test')).toEqual([{ base_url: 'http://127.0.0.1:11434/v1', model: 'tiny-model' }] as never)
    expect(page.find('.model-server .tried').textContent).toContain('tiny-model replied in 1.8 seconds.')
    await fill('Model name', 'other-model')
    expect(page.find('.model-server .tried').textContent).toBe('Test')
  })

  test('shows the reason of a failed test, and of a test that cannot run', async () => {
    const failure = { success: false, error: 'The model server rejected the key (401).', code: 'refused_key' }
    const { page, button } = await open(on, { 'POST /api/ai/test': failure })
    await page.click(button('Test'))
    expect(page.find('.tried [data-wrong]').textContent).toBe('The model server rejected the key (401).')
    const other = await open(on, { 'POST /api/ai/test': refusal(400, 'Enter a base URL.') })
    await other.page.click(other.button('Test'))
    expect(other.page.find('.tried [data-wrong]').textContent).toBe('Enter a base URL.')
  })

  test('shows its key as set, sends a new key, and requires one for another address', async () => {
    const { page, box, fill, form, sent } = await open(on)
    expect(form().querySelector('[type="password"]')).toBeNull()
    expect(form().querySelector('.secret')?.textContent).toContain('Set')
    await page.click('Replace')
    expect(document.activeElement).toBe(box('Model server key'))
    await fill('Model server key', 'sk-new')
    await page.submit('.model-server')
    expect(sent('PUT /api/config').at(-1)).toEqual({ ...keysOf(on), ai_api_key: 'sk-new' } as never)
    await fill('Base URL', 'https://models.example/v1')
    expect(box('Model server key').value).toBe('')
  })

  test('without a list of models says so, and a name can be typed', async () => {
    const { form } = await open(on, { 'GET /api/ai/models': { models: [], error: 'Connection refused.' } })
    expect(form().textContent).toContain('The models of this server could not be listed. Connection refused.')
  })

  test('is turned off after a confirmation', async () => {
    const { page, button, sent, labels } = await open(on)
    expect(labels('assistant').length).toBeGreaterThan(10)
    await page.click(button('Turn off'))
    await page.click(page.find('dialog .button[data-kind="danger"]'))
    expect(sent('PUT /api/config')).toEqual([{ ai_base_url: '', ai_model: '', ai_api_key: null }] as never)
    expect(labels('assistant')).toEqual(['Model server', 'What is sent'])
  })

  test('shows the reason when the server refuses it', async () => {
    const { page, fill } = await open(off, {
      'PUT /api/config': ({ body }: ReceivedRequest) => {
        expect(body).toMatchObject({ ai_base_url: 'http://models.example' })
        return refusal(400, 'Base URL must begin with https.')
      },
    })
    await fill('Base URL', 'http://models.example')
    await fill('Model name', 'm')
    await page.submit('.model-server')
    expect(toasts.value[0]).toMatchObject({ kind: 'error', text: 'Base URL must begin with https.' })
  })
})

const keysOf = ({ ai_preset, ai_base_url, ai_model }: typeof on) => ({ ai_preset, ai_base_url, ai_model })
