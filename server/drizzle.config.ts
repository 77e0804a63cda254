/** Read by drizzle-kit only, which writes migrations/ from the schema: `npm run migration -w server`. */
export default { dialect: 'postgresql', schema: './src/db/schema/index.ts', out: './migrations' }
