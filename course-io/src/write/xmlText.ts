const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text for an element or an attribute in double quotes; the two characters that no XML may hold are left out. */
export const xmlText = (text: string): string =>
  text.replace(/[\ufffe\uffff]/g, '').replace(/[&<>"]/g, character => ENTITIES[character] ?? '')
