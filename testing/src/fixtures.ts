/** Where the files of `testing/fixtures/` are, from whichever folder a test runs in. */
import { join } from 'node:path'

/** @param path below that folder, such as `course/course.osm` */
export const fixture = (path: string): string => join(import.meta.dirname, '..', 'fixtures', path)
