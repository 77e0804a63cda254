import { fieldFaults } from './fields.es.ts'
import { fileFaults } from './files.es.ts'
import { refusals } from './refusals.es.ts'

export const texts = { ...refusals, ...fieldFaults, ...fileFaults }
