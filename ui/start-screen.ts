/** What the page of the server shows until the app is drawn: an outline, or the first screen of the setup. */
export function removeStart(): void {
  document.getElementById('start')?.remove()
}
