import type { Processes } from '../../base/platform/ports'

export interface DesktopEnvironment {
  platform: string
  env: Record<string, string | undefined>
}

/** Whether the system has a screen for a browser. */
export function hasScreen({ platform, env }: DesktopEnvironment): boolean {
  return platform === 'win32' || platform === 'darwin' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
}

/** The system's command to open an address. An array, not a shell line: the address may contain & and #. */
export function opener(platform: string, url: string): string[] {
  if (platform === 'win32') return ['rundll32.exe', 'url.dll,FileProtocolHandler', url]
  return platform === 'darwin' ? ['/usr/bin/open', url] : ['xdg-open', url]
}

/** The system's command to show a folder. */
export function folderOpener(platform: string, folder: string): string[] {
  return platform === 'win32' ? ['explorer.exe', folder] : opener(platform, folder)
}

/** Opens `url`. False when that failed; the caller then prints the address. */
export async function openBrowser(processes: Processes, platform: string, url: string): Promise<boolean> {
  return processes.launch(opener(platform, url))
}
