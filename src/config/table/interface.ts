import { isNetwork, namedNetworks } from '../../http/networks'
import { address, type OptionTable, onOff, text, whole } from '../option'

const pem = (label: string, about: string) => ({ ...text('Interface', '', label, about), restart: true }) as const

/** Settings of where Panelkeep answers, and whom. */
export const interfaceOptions = {
  http_host: text(
    'Interface',
    '127.0.0.1',
    'Address to listen on',
    'Address to listen on: 127.0.0.1 for this machine only, 0.0.0.0 to let reading apps on your network connect.',
    {
      pattern: /^[0-9A-Za-z.:_-]+$/,
      fits: (text) => URL.canParse(`http://${text.includes(':') ? `[${text}]` : text}`),
      expects: 'an address such as 127.0.0.1 (this machine only) or 0.0.0.0 (your network too)',
    },
  ),
  http_port: { ...whole('Interface', [8090, 1, 65535], '', 'Port', 'Port to listen on.'), restart: true },
  enable_https: {
    ...onOff('Interface', false, 'HTTPS', 'Answers over HTTPS alone, with a certificate of yours.'),
    restart: true,
  },
  https_cert: pem('Certificate', 'File of the certificate, in PEM.'),
  https_key: pem('Key of the certificate', 'File of the key of the certificate, in PEM.'),
  https_chain: pem(
    'Certificates in between',
    'File of the certificates between yours and one that browsers know, in PEM; empty where there are none.',
  ),
  http_root: text(
    'Interface',
    '/',
    'Folder behind a proxy',
    'Path that stands before every address when a proxy gives Panelkeep a folder of its own: /panelkeep.',
    { pattern: /^(?:\/[\w.~-]+)*\/?$/, expects: 'a path such as /panelkeep' },
  ),
  public_url: text(
    'Interface',
    '',
    'Address for others',
    'Address under which others reach Panelkeep, when it should not be read from their requests.',
    address('https://comics.example', /^https?:\/\/[\w.:[\]-]+(?:\/[\w.~-]+)*\/?$/),
  ),
  trusted_proxies: text(
    'Interface',
    '',
    'Trusted proxies',
    'Addresses of proxies whose forwarding headers are believed. Add 127.0.0.1 to count failed logins by client behind a proxy on this machine.',
    {
      pattern: /^[\da-fA-F.:/,; ]*$/,
      fits: (text) => namedNetworks(text).every(isNetwork),
      expects: 'addresses or networks such as 192.168.1.2, 172.18.0.0/16',
    },
  ),
  manage_remote: onOff(
    'Interface',
    false,
    'Manage from other devices too',
    'Lets other machines open the pages as well, not only the catalog for reading apps.',
  ),
  launch_browser: onOff('Interface', true, 'Open the browser', 'Opens the browser at start.'),
  login_timeout: whole(
    'Interface',
    [43800, 1, 5_256_000],
    'minutes',
    'Stay logged in',
    'Minutes until a login has to be repeated.',
  ),
} as const satisfies OptionTable
