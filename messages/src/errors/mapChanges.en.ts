/** What a change of the map did, where no person wrote its label. Each text stands alone. */
export const mapChanges = {
  addedByProgram: 'Added by another program: {{feature}}',
  changedByProgram: 'Changed by another program: {{feature}}',
  removedByProgram: 'Removed by another program: {{feature}}',
  changeUndone: 'Undo: {{change}}',
  backToRevision: 'Back to revision {{revision}}',
  wholeCourse: 'The course',
} as const
