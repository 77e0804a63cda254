/** What a change of the map did, where no person wrote its label. In Spanish. */
import type { mapChanges as english } from './mapChanges.en.ts'

export const mapChanges: Readonly<Record<keyof typeof english, string>> = {
  addedByProgram: 'Añadido por otro programa: {{feature}}',
  changedByProgram: 'Cambiado por otro programa: {{feature}}',
  removedByProgram: 'Eliminado por otro programa: {{feature}}',
  changeUndone: 'Deshacer: {{change}}',
  backToRevision: 'Volver a la revisión {{revision}}',
  wholeCourse: 'El campo',
}
