/** Removes the placeholder of the HTML once the app is drawn: an outline, or the first screen of the setup. */
export function removeStartScreen(): void {
  document.getElementById('start')?.remove()
}
