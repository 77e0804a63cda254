import { fieldFaults } from './fields.en.ts'
import { fileFaults } from './files.en.ts'
import { refusals } from './refusals.en.ts'

export const texts = { ...refusals, ...fieldFaults, ...fileFaults }
