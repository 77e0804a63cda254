/**
 * Course files: reads a map from the formats that people have and writes it to those they ask for.
 * The readers take bytes and return values. They know no server, database or user.
 */
export { type ImportRefusal, type ReadImport, readImport } from './read/readImport.ts'
