import { expect, test } from 'bun:test'
import { html, useState } from '../../html'
import { renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { AreaField, NumberField, TextField } from './field'

withWindow()

/** Ends the saving: saved, or refused without or with a reason. */
type Finish = (result: boolean | string) => void

/** A page that redraws on live updates. The test decides the result of saving. */
async function livePage(kind: typeof TextField | typeof AreaField | typeof NumberField, first: string | number) {
  let draw = () => {}
  let reset = (_value: string | number) => {}
  const saves: { value: unknown; finish: Finish }[] = []
  function Page() {
    const [value, setValue] = useState(first)
    const [turn, setTurn] = useState(0)
    draw = () => setTurn(turn + 1)
    reset = setValue
    const save = (next: string | number) =>
      new Promise<unknown>((done) => {
        const finish: Finish = (result) => {
          if (result === true) setValue(next)
          done(result)
        }
        saves.push({ value: next, finish })
      })
    return html`<p>${turn}</p><${kind} label="Entries" value=${value} min=${1} onChange=${save} />`
  }
  const page = await renderPage(html`<${Page} />`)
  const box = page.find<HTMLInputElement>('.field-box')
  const write = async (text: string, event: string) => {
    box.value = text
    box.dispatchEvent(new window.Event(event, { bubbles: true }))
    await page.whenIdle()
  }
  const drawAgain = async () => {
    draw()
    await page.whenIdle()
  }
  /** Another page, or a reset, changes the saved value. */
  const change = async (value: string | number) => {
    reset(value)
    await page.whenIdle()
  }
  const error = () => (box.getAttribute('aria-invalid') ? page.find('[role="alert"]').textContent : undefined)
  return { page, box, saves, write, drawAgain, change, error }
}

for (const [name, kind, first, next] of [
  ['text', TextField, 'one', 'two'],
  ['long text', AreaField, 'one', 'two'],
  ['a number', NumberField, 30, 40],
] as const) {
  test(`${name} keeps typed text when the page is redrawn, until it is saved`, async () => {
    const { page, box, saves, write, drawAgain } = await livePage(kind, first)
    await write(String(next), 'input')
    await drawAgain()
    expect([page.find('p').textContent, box.value]).toEqual(['1', String(next)])
    await write(String(next), 'change')
    await drawAgain()
    expect([saves.map(({ value }) => value), box.value]).toEqual([[next], String(next)])
    saves[0]?.finish(true)
    await page.whenIdle()
    expect(box.value).toBe(String(next))
  })

  test(`${name} is reset to the saved value after a refusal`, async () => {
    const { page, box, saves, write } = await livePage(kind, first)
    await write(String(next), 'input')
    await write(String(next), 'change')
    saves[0]?.finish(false)
    await page.whenIdle()
    expect(box.value).toBe(String(first))
  })

  test(`${name} that is refused with a reason stays with it, also when the page is redrawn, until it is corrected`, async () => {
    const { page, box, saves, write, drawAgain, error } = await livePage(kind, first)
    const refuse = async (text: string) => {
      await write(text, 'input')
      await write(text, 'change')
      saves.at(-1)?.finish('No such entry.')
      await page.whenIdle()
    }
    await refuse(String(next))
    await drawAgain()
    expect([box.value, error()]).toEqual([String(next), 'No such entry.'])
    await write(`${next}1`, 'input')
    expect([box.value, error()]).toEqual([`${next}1`, undefined])
    await refuse(`${next}1`)
    expect(error()).toBe('No such entry.')
    await write(`${next}2`, 'input')
    await write(`${next}2`, 'change')
    saves.at(-1)?.finish(true)
    await page.whenIdle()
    expect([box.value, error()]).toEqual([`${next}2`, undefined])
  })

  test(`${name} that was refused gives way to a new saved value`, async () => {
    const { page, box, saves, write, change, error } = await livePage(kind, first)
    await write(String(next), 'input')
    await write(String(next), 'change')
    saves[0]?.finish('No such entry.')
    await page.whenIdle()
    const other = typeof first === 'number' ? 7 : 'seven'
    await change(other)
    expect([box.value, error()]).toEqual([String(other), undefined])
  })

  test(`${name} keeps text typed while the previous value is being saved`, async () => {
    const { page, box, saves, write } = await livePage(kind, first)
    await write(String(next), 'input')
    await write(String(next), 'change')
    await write(`${next}1`, 'input')
    saves[0]?.finish(true)
    await page.whenIdle()
    expect(box.value).toBe(`${next}1`)
  })
}

test('a number below the minimum is reset when the field is left', async () => {
  const { box, saves, write } = await livePage(NumberField, 30)
  await write('0', 'input')
  await write('0', 'change')
  expect([saves.length, box.value]).toEqual([0, '30'])
})
