import { describe, expect, test } from 'bun:test'
import { notice, serviceHarness } from '../../../testing/notices'
import { desktop } from './desktop'

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
    ['unreachable', 'connect ECONNREFUSED 127.0.0.1:587', 'does not answer: nothing listens there.'],
    ['unreachable', 'getaddrinfo ENOTFOUND smtp.example', 'does not answer: there is no computer of this name.'],
    ['unreachable', 'Greeting never received. ', 'does not answer: Greeting never received.'],
    ['unreachable', '', 'does not answer.'],
    ['login', '535 Wrong.', 'rejected the user name and password: 535 Wrong.'],
    ['encryption', 'self-signed', 'cannot be spoken to in secret: self-signed.'],
    ['refused', `550 ${'e'.repeat(300)}`, `refused the message: 550 ${'e'.repeat(195)}….`],
  ] as const)('that cannot be sent says why: %s, %s', async (why, detail, sentence) => {
    const { send } = serviceHarness(undefined, undefined, { failure: why, detail })
    expect(await send('email', values)).toEqual({ failure: `smtp.example:587 ${sentence}` })
  })

  test('without a text repeats its title, and names no page that others cannot open', async () => {
    const { send, mailed } = serviceHarness()
    await send('email', { ...values, to: 'a@example.org; ,b@example.org,' }, { body: '', url: null })
    expect(mailed[0]!.message).toMatchObject({ to: ['a@example.org', 'b@example.org'], text: `${notice.title}\n` })
  })

  test.each([
    [{ ...values, host: 'https://smtp.example' }, 'The server is the name of a computer, such as smtp.example.org.'],
    [{ ...values, port: '65536' }, 'A port is a number from 1 to 65535.'],
    [{ ...values, port: '0' }, 'A port is a number from 1 to 65535.'],
    [{ ...values, port: '1' }, undefined],
    [{ ...values, port: '65535' }, undefined],
    [{ ...values, to: 'a@example.org, nobody' }, '"nobody" is not an e-mail address.'],
    [{ ...values, from: 'nobody' }, '"nobody" is not an e-mail address.'],
    [values, undefined],
  ])('is checked before it is saved: %o', (values, problem) => {
    expect(serviceHarness().services.email.problemOf?.(values)).toBe(problem)
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

  test.each([
    ['notify-send ended with 1: no bus.', { code: 1, output: 'first\nno bus\n' }],
    ['notify-send ended with 2.', { code: 2, output: ' ' }],
    ['notify-send ended with no answer.', { code: null, output: '' }],
    ['notify-send is not installed on this computer.', Object.assign(new Error('spawn'), { code: 'ENOENT' })],
    [
      'notify-send could not be started. Permission denied. Give the user that runs Panelkeep access, then try again.',
      Object.assign(new Error('not allowed'), { code: 'EACCES' }),
    ],
  ])('says why it shows nothing: %s', async (failure, ended) => {
    const run = async () => {
      if (ended instanceof Error) throw ended
      return ended
    }
    const service = desktop({ programs: { run }, machine: { platform: 'linux', hasScreen: true } })
    const shown = { ...notice, notice_id: 'n', event: 'test', url: null, at: '' } as const
    expect(await service.send({}, shown, new AbortController().signal)).toEqual({ failure })
  })

  test.each([
    ['linux', false],
    ['freebsd', true],
  ])('is not available without a screen, or a program for it (%s)', async (platform, hasScreen) => {
    const { send, ran, services } = serviceHarness(undefined, { platform, hasScreen })
    expect(services.desktop.missing?.()).toBe('The computer that Panelkeep runs on has no desktop to show them on.')
    expect(await send('desktop', {})).toMatchObject({ failure: expect.stringContaining('no desktop') })
    expect(ran).toEqual([])
  })
})
