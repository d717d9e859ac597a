import { describe, expect, test } from 'bun:test'
import { notice, serviceHarness } from '../../testing/notices'

describe('mail', () => {
  const values = { host: 'smtp.example', from: 'Panelkeep <p@example.org>', to: 'a@example.org, b@example.org' }

  test('is sent to all recipients, on the default port of its encryption', async () => {
    const { send, mailed } = serviceHarness()
    expect(await send('email', { ...values, username: 'p', password: 'x' })).toEqual({ ok: 'smtp.example took it.' })
    await send('email', { ...values, security: 'tls', certificate: 'any' })
    await send('email', { ...values, security: 'none', port: '2525' })
    expect(mailed.map(({ server }) => server)).toEqual([
      {
        host: 'smtp.example',
        port: 587,
        security: 'starttls',
        anyCertificate: false,
        login: { username: 'p', password: 'x' },
      },
      { host: 'smtp.example', port: 465, security: 'tls', anyCertificate: true },
      { host: 'smtp.example', port: 2525, security: 'none', anyCertificate: false },
    ])
    expect(mailed[0]!.message).toEqual({
      from: values.from,
      to: ['a@example.org', 'b@example.org'],
      subject: notice.title,
      text: `${notice.body}\n\n${notice.url}\n`,
      id: '<n1@panelkeep>',
      at: notice.at,
    })
  })

  test.each([
    ['connect ECONNREFUSED 127.0.0.1:587', 'smtp.example:587 does not answer: nothing listens there.'],
    ['getaddrinfo ENOTFOUND smtp.example', 'smtp.example:587 does not answer: there is no computer of this name.'],
    ['Greeting never received', 'smtp.example:587 does not answer: Greeting never received.'],
    ['', 'smtp.example:587 does not answer.'],
  ])('that cannot be sent says why: %s', async (detail, failure) => {
    const { send } = serviceHarness(undefined, undefined, { failure: 'unreachable', detail })
    expect(await send('email', values)).toEqual({ failure })
  })

  test.each([
    [{ ...values, host: 'https://smtp.example' }, 'The server is the name of a computer, such as smtp.example.org.'],
    [{ ...values, port: '70000' }, 'A port is a number from 1 to 65535.'],
    [{ ...values, to: 'a@example.org, nobody' }, '"nobody" is no e-mail address.'],
    [values, undefined],
  ])('is checked before it is saved: %o', (values, amiss) => {
    expect(serviceHarness().services.email.amiss?.(values)).toBe(amiss)
  })
})

describe('the desktop', () => {
  const notice = { title: '--help', body: '<b>& "quotes" $(x)' }

  test('of Linux is notified through notify-send, and no text is read as an option or markup', async () => {
    const { send, ran } = serviceHarness()
    expect(await send('desktop', {}, notice)).toEqual({ ok: 'A notification was shown on this computer.' })
    expect(ran[0]!.command).toEqual([
      'notify-send',
      '--app-name=Panelkeep',
      '--icon=panelkeep',
      '--',
      '--help',
      '&lt;b&gt;&amp; "quotes" $(x)',
    ])
  })

  test('of Windows reads the text from the environment, never from the script', async () => {
    const { send, ran } = serviceHarness(undefined, { platform: 'win32', hasScreen: true })
    await send('desktop', {}, notice)
    const { command, run } = ran[0]!
    expect(run.env).toEqual({ PANELKEEP_TITLE: '--help', PANELKEEP_BODY: notice.body })
    const script = Buffer.from(command.at(-1)!, 'base64').toString('utf16le')
    expect(script).toContain('CreateTextNode($env:PANELKEEP_TITLE)')
    expect(script).not.toContain('quotes')
  })

  test('of macOS is notified through osascript with the text as arguments', async () => {
    const { send, ran } = serviceHarness(undefined, { platform: 'darwin', hasScreen: true })
    await send('desktop', {}, notice)
    expect(ran[0]!.command.slice(-2)).toEqual([' --help', notice.body])
    expect(ran[0]!.command[0]).toBe('/usr/bin/osascript')
  })

  test('is not available without a screen', async () => {
    const { send, ran, services } = serviceHarness(undefined, { platform: 'linux', hasScreen: false })
    expect(services.desktop.missing?.()).toBe('The computer that Panelkeep runs on has no desktop to show them on.')
    expect(await send('desktop', {})).toMatchObject({ failure: expect.stringContaining('no desktop') })
    expect(ran).toEqual([])
  })
})
