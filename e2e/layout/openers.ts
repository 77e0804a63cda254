/** Buttons that open something on the page: a menu, a window, a panel, or the form of a new thing. */
import type { Locator, Page } from '@playwright/test'

/** In the three languages: some of these open a window without saying so. */
const FORMS =
  /^(Add|New|Edit|Plan|Import|Export|Filter)|^(Neu|Bearbeiten|Filter)|hinzufügen$|^(Añadir|Nuev|Editar|Filtr)/

/** They stand beside every row: the first stands for all. */
const kindOf = (name: string): string =>
  name
    .replace(/:.*$/, '')
    .replace(/[\d.,:]+/g, '0')
    .slice(0, 24)

/** @returns the place of each among `openersOf`, one for each kind */
export const openerPlaces = async (openers: Locator): Promise<readonly number[]> => {
  const names = await openers.evaluateAll((buttons, forms) => {
    const form = new RegExp(forms)
    return buttons.map(button => {
      const name = (button.getAttribute('aria-label') ?? button.textContent ?? '').trim()
      const opens = button.hasAttribute('aria-haspopup') || button.getAttribute('aria-expanded') === 'false'
      return button.checkVisibility() && !button.matches(':disabled') && (opens || form.test(name)) ? name || '?' : ''
    })
  }, FORMS.source)
  const seen = new Set<string>()
  return names.flatMap((name, index) => {
    const kind = kindOf(name)
    if (name === '' || seen.has(kind)) return []
    seen.add(kind)
    return [index]
  })
}

export const openersOf = (page: Page): Locator => page.locator('main button, main [role=button], main summary')
