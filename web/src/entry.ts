/** All that the first page runs by itself: who is here is asked for, and then the program may keep the page busy. */
import { whenAsked } from './api/ahead.ts'

void whenAsked().then(() => import('./main.tsx'))
