/** What a change of the map did, where no person wrote its label. In German. */
import type { mapChanges as english } from './mapChanges.en.ts'

export const mapChanges: Readonly<Record<keyof typeof english, string>> = {
  addedByProgram: 'Von einem anderen Programm hinzugefügt: {{feature}}',
  changedByProgram: 'Von einem anderen Programm geändert: {{feature}}',
  removedByProgram: 'Von einem anderen Programm entfernt: {{feature}}',
  changeUndone: 'Rückgängig: {{change}}',
  backToRevision: 'Zurück zu Stand {{revision}}',
  wholeCourse: 'Der Platz',
}
