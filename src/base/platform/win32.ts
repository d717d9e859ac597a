import { dlopen } from 'bun:ffi'

/**
 * The functions of Windows itself. Handles are u64; texts are pointers to UTF-16. Libraries are loaded at the first
 * call.
 */
export const loadWin32 = () => ({
  user: dlopen('user32.dll', {
    AppendMenuW: { args: ['u64', 'u32', 'u64', 'ptr'], returns: 'i32' },
    CreateIconFromResourceEx: { args: ['ptr', 'u32', 'i32', 'u32', 'i32', 'i32', 'u32'], returns: 'u64' },
    CreatePopupMenu: { args: [], returns: 'u64' },
    CreateWindowExW: {
      args: ['u32', 'ptr', 'ptr', 'u32', 'i32', 'i32', 'i32', 'i32', 'u64', 'u64', 'u64', 'u64'],
      returns: 'u64',
    },
    DefWindowProcW: { args: ['u64', 'u32', 'u64', 'i64'], returns: 'i64' },
    DestroyIcon: { args: ['u64'], returns: 'i32' },
    DestroyMenu: { args: ['u64'], returns: 'i32' },
    DestroyWindow: { args: ['u64'], returns: 'i32' },
    DispatchMessageW: { args: ['ptr'], returns: 'i64' },
    GetCursorPos: { args: ['ptr'], returns: 'i32' },
    GetSystemMetrics: { args: ['i32'], returns: 'i32' },
    PeekMessageW: { args: ['ptr', 'u64', 'u32', 'u32', 'u32'], returns: 'i32' },
    PostMessageW: { args: ['u64', 'u32', 'u64', 'i64'], returns: 'i32' },
    RegisterClassExW: { args: ['ptr'], returns: 'u16' },
    RegisterWindowMessageW: { args: ['ptr'], returns: 'u32' },
    SetForegroundWindow: { args: ['u64'], returns: 'i32' },
    SetProcessDPIAware: { args: [], returns: 'i32' },
    TrackPopupMenu: { args: ['u64', 'u32', 'i32', 'i32', 'i32', 'u64', 'u64'], returns: 'i32' },
    TranslateMessage: { args: ['ptr'], returns: 'i32' },
  }).symbols,
  shell: dlopen('shell32.dll', {
    Shell_NotifyIconW: { args: ['u32', 'ptr'], returns: 'i32' },
  }).symbols,
})

export const loadKernel32 = () =>
  dlopen('kernel32.dll', {
    GetLastError: { args: [], returns: 'u32' },
    MoveFileExW: { args: ['ptr', 'ptr', 'u32'], returns: 'i32' },
  }).symbols

export type Win32 = ReturnType<typeof loadWin32>

/** A string in the encoding of the Windows API. */
export function wide(text: string): Buffer {
  return Buffer.from(`${text}\0`, 'utf16le')
}
