import { describe, expect, test } from 'bun:test'
import { html } from '../../../html'
import { renderPage } from '../../../testing/render-page'
import { withWindow } from '../../../testing/window'
import { FormattedText } from './formatted-text'
import { pagePath } from './page-path'

withWindow()

const drawn = async (text: string) => {
  const page = await renderPage(html`<${FormattedText} text=${text} />`)
  return page.find('.reply-text')
}

describe('a reply', () => {
  test.each([
    ['paragraphs', 'One.\nTwo.\n\nThree.', '<p>One.<br>Two.</p><p>Three.</p>'],
    ['a list', '- a\n- **b**\n\n* c', '<ul><li>a</li><li><strong>b</strong></li><li>c</li></ul>'],
    ['a numbered list', '3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
    ['a list in a list', '- a\n  - b', '<ul><li>a</li><li data-depth="1">b</li></ul>'],
    ['a list item of two lines', '- a\n  b', '<ul><li>a b</li></ul>'],
    ['a heading', '## Gaps ##\nText', '<p class="reply-heading">Gaps</p><p>Text</p>'],
    ['code in a line', 'Use `a*b*` now', '<p>Use <code>a*b*</code> now</p>'],
    ['code', '```json\n{"a": **1**}\n```\nend', '<pre tabindex="0"><code>{"a": **1**}</code></pre><p>end</p>'],
    ['code that is still arriving', '```\nhalf', '<pre tabindex="0"><code>half</code></pre>'],
    ['a table', '| a | b |\n|---|---|\nend', '<pre tabindex="0"><code>| a | b |\n|---|---|</code></pre><p>end</p>'],
    ['italics', 'a *b* 2*3*4', '<p>a <em>b</em> 2*3*4</p>'],
    ['stars that mark nothing', '** a ** and ****', '<p>** a ** and ****</p>'],
    ['a page', '[Saga](/library/7)', '<p><a href="/library/7">Saga</a></p>'],
  ])('may have %s', async (_what, text, expected) => {
    expect((await drawn(text)).innerHTML).toBe(expected)
  })

  test.each([
    ['HTML', '<img src=x onerror=alert(1)><script>alert(1)</script><b>bold</b>'],
    ['a picture', '![cover](https://evil.example/x.png?q=secret)'],
    ['a picture of Panelkeep', '![cover](/api/metadata/art/7)'],
    ['a link to another place', '[here](https://evil.example/)'],
    ['a link without a scheme', '[here](//evil.example/library)'],
    ['a script', '[here](javascript:alert(1))'],
    ['a link to the interface', '[here](/api/auth/logout)'],
    ['a link out of a page', '[here](/library/../api/auth/logout)'],
    ['an address', 'https://evil.example/?q=1'],
  ])('shows %s as text', async (_what, text) => {
    const reply = await drawn(text)
    expect(reply.textContent).toBe(text)
    expect(reply.querySelectorAll('a, img, script, b')).toHaveLength(0)
  })

  test('with a hundred thousand marks is drawn quickly', async () => {
    const since = performance.now()
    await drawn(`${'**a '.repeat(25_000)}\n${'`a` '.repeat(900)}`)
    expect(performance.now() - since).toBeLessThan(2_000)
  })
})

test.each([
  ['/library/7', '/library/7'],
  ['/wanted?page=2#top', '/wanted?page=2#top'],
  ['/library/a%2F..%2Fb', '/library/a%2F..%2Fb'],
  ['/\\evil.example', undefined],
  ['/%2e%2e/api/x', undefined],
  ['library/7', undefined],
  ['/login?redirect=x', undefined],
  ['http://panelkeep.invalid/library', undefined],
])('the address %s leads to %p', (address, expected) => {
  expect(pagePath(address)).toBe(expected as never)
})
