/** The player's database in the browser: unsent orders by their request, and readings and unsent positions by name. */
import { browserDatabase } from '../../api/browserDatabase.ts'

export const within = browserDatabase('greensward-player', { orders: 'requestId', kept: null })
