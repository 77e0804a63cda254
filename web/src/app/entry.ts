/** The first page runs only this: it asks for the session, then loads the program. */
import { whenAsked } from '../api/ahead.ts'

void whenAsked().then(() => import('./main.tsx'))
