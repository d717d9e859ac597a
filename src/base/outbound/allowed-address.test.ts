import { describe, expect, test } from 'bun:test'
import { OTHER_PUBLIC_ADDRESS, PUBLIC_ADDRESS } from '../../testing/harness/public-addresses'
import { AddressRefused, type AddressRules, allowedHostsIn, checkAddress, resolveHost } from './allowed-address'

const PUBLIC_6 = '2606:4700::1111'
const ADDRESSES: Record<string, string[]> = {
  'files.example': [PUBLIC_ADDRESS],
  'files.example.': [PUBLIC_ADDRESS],
  'both.example': [PUBLIC_6, PUBLIC_ADDRESS],
  'six.example': [PUBLIC_6],
  'many.example': [OTHER_PUBLIC_ADDRESS, PUBLIC_ADDRESS],
  'half.example': [PUBLIC_ADDRESS, '10.0.0.4'],
  'inside.example': ['192.168.1.9'],
  'loop.example': ['127.0.0.1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'nat64.example': ['64:ff9b::a00:4'],
  'examples.example': ['192.0.2.7'],
  'nas.local': ['192.168.1.5'],
  'nas.local.': ['192.168.1.5'],
  localhost: [PUBLIC_ADDRESS],
  'x.localhost': [PUBLIC_ADDRESS],
}
const names = { addresses: async (host: string) => ADDRESSES[host] ?? Promise.reject(new Error('ENOTFOUND')) }
const check = (address: string, rules: Partial<AddressRules> = {}) =>
  checkAddress(new URL(address), { names, ...rules })

describe('an address from outside', () => {
  test.each([
    ['http://files.example/x', PUBLIC_ADDRESS],
    ['https://files.example:8443/x', PUBLIC_ADDRESS],
    ['http://files.example./x', PUBLIC_ADDRESS],
    ['http://FILES.example/x', PUBLIC_ADDRESS],
    ['http://both.example/x', PUBLIC_ADDRESS],
    ['http://six.example/x', PUBLIC_6],
    ['http://many.example/x', OTHER_PUBLIC_ADDRESS],
    [`http://${PUBLIC_ADDRESS}/x`, PUBLIC_ADDRESS],
    [`http://[${PUBLIC_6}]:81/x`, PUBLIC_6],
  ])('%s is contacted at %s', async (address, contacted) => {
    expect(await check(address)).toBe(contacted)
  })

  test.each<[address: string, why: AddressRefused['why']]>([
    ['http://127.0.0.1/', 'private'],
    ['http://127.0.0.1./', 'private'],
    ['http://127.1/', 'private'],
    ['http://2130706433/', 'private'],
    ['http://0x7f000001/', 'private'],
    ['http://0x7f.0.0.1/', 'private'],
    ['http://0177.0.0.1/', 'private'],
    ['http://017700000001/', 'private'],
    ['http://%31%32%37.0.0.1/', 'private'],
    ['http://１２７.0.0.1/', 'private'],
    ['http://0/', 'private'],
    ['http://10.0.0.4/', 'private'],
    ['http://3232235777/', 'private'],
    ['http://169.254.169.254/latest/meta-data/', 'private'],
    ['http://100.64.0.1/', 'private'],
    ['http://198.18.0.1/', 'private'],
    ['http://203.0.113.9/', 'private'],
    ['http://[::1]/', 'private'],
    ['http://[::]/', 'private'],
    ['http://[::ffff:127.0.0.1]/', 'private'],
    ['http://[::ffff:7f00:1]/', 'private'],
    ['http://[64:ff9b::7f00:1]/', 'private'],
    ['http://[2002:7f00:1::]/', 'private'],
    ['http://[fd12::1]/', 'private'],
    ['http://[fe80::1]/', 'private'],
    ['http://[fec0::1]/', 'private'],
    ['http://localhost/', 'private'],
    ['http://LOCALHOST./', 'private'],
    ['http://x.localhost/', 'private'],
    ['http://a.b.localhost.:8090/', 'private'],
    ['http://inside.example/', 'private'],
    ['http://loop.example/', 'private'],
    ['http://half.example/', 'private'],
    ['http://mapped.example/', 'private'],
    ['http://nat64.example/', 'private'],
    ['http://examples.example/', 'private'],
    ['http://gone.example/', 'unknown'],
    ['http://me@files.example/', 'login'],
    ['http://:word@files.example/', 'login'],
    ['http://files.example@127.0.0.1/', 'login'],
    ['ftp://files.example/', 'form'],
    ['file:///etc/passwd', 'form'],
    ['javascript:alert(1)', 'form'],
    ['httpx://files.example/', 'form'],
  ])('%s is not contacted: %s', async (address, why) => {
    const refused = await check(address).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(AddressRefused)
    expect((refused as AddressRefused).why).toBe(why)
    expect((refused as AddressRefused).message).not.toContain('word')
  })

  test('that leads into this network is refused with its target and how to allow it', async () => {
    const refused = (await check('http://half.example/').catch((error: unknown) => error)) as AddressRefused
    expect(refused.address).toBe('10.0.0.4')
    expect(refused.message).toBe(
      'half.example is on a private network. Name it under ddl_allowed_hosts to download from it.',
    )
  })
})

describe('a host that the user named', () => {
  const nobody = { addresses: () => Promise.reject(new Error('must not be asked')) }

  test.each([
    ['http://nas.local/', 'nas.local'],
    ['http://nas.local./', 'nas.local'],
    ['http://NAS.local:8080/', 'nas.local'],
    ['http://nas.local:8080/', 'nas.local:8080'],
    ['http://nas.local/', 'nas.local:80'],
    ['https://nas.local/', 'nas.local:443'],
    ['http://192.168.1.5/', '10.0.0.4, 192.168.1.5'],
    ['http://[fd12::1]:81/', 'fd12::1'],
  ])('is contacted at %s with %s allowed, whatever its address', async (address, setting) => {
    expect(await check(address, { names: nobody, allowed: allowedHostsIn(setting) })).toBeUndefined()
  })

  test.each([
    ['http://nas.local:8081/', 'nas.local:8080'],
    ['http://nas.local/', 'nas.local:443'],
    ['http://nas.local/', 'local, nas'],
    ['http://inside.example/', 'nas.local'],
    ['http://192.168.1.50/', '192.168.1.5'],
  ])('does not open %s with %s allowed', async (address, setting) => {
    await expect(check(address, { allowed: allowedHostsIn(setting) })).rejects.toThrow(AddressRefused)
  })

  test('for a service is contacted on any port, and no other of this network', async () => {
    const own = 'nas.local'
    expect(await check('http://nas.local:9696/x', { names: nobody, own })).toBeUndefined()
    expect(await check('http://NAS.local./x', { names: nobody, own })).toBeUndefined()
    expect(await check('http://[::1]/x', { names: nobody, own: '[::1]' })).toBeUndefined()
    expect(await check('https://files.example/x', { own })).toBe(PUBLIC_ADDRESS)
    for (const other of ['http://192.168.1.9/', 'http://inside.example/', 'http://127.0.0.1/', 'http://x.nas.local/'])
      await expect(check(other, { own })).rejects.toThrow(AddressRefused)
  })

  test('is contacted over the web only, and gets no login', async () => {
    await expect(check('ftp://nas.local/', { allowed: ['nas.local'], own: 'nas.local' })).rejects.toThrow(
      'not a web address',
    )
    await expect(check('http://me@nas.local/', { own: 'nas.local' })).rejects.toThrow('login')
  })
})

test('the settings hold hosts with commas, spaces or lines between them', () => {
  expect(allowedHostsIn(' NAS.local, 192.168.1.5:80\n,b ')).toEqual(['nas.local', '192.168.1.5:80', 'b'])
  expect(allowedHostsIn('')).toEqual([])
})

test('names of this machine are not resolved', async () => {
  const addresses = async () => [PUBLIC_ADDRESS]
  const found = ['localhost', 'a.localhost.', 'notlocalhost', 'localhost.example', '[::1]', '10.0.0.4']
  expect(await Promise.all(found.map((host) => resolveHost({ addresses }, host)))).toEqual(
    ['127.0.0.1', '127.0.0.1', PUBLIC_ADDRESS, PUBLIC_ADDRESS, '::1', '10.0.0.4'].map((address) => [address]),
  )
})
