import type { Plugin } from 'vite'

const MODULES = /[\\/]zod[\\/]v4[\\/]core[\\/](json-schema-processors|to-json-schema)\.js$/

/**
 * The server alone describes schemas as JSON Schema, for its API description. Every schema of zod carries the way to do so, several
 * kilobytes that would be loaded before the map. The same names stay in its modules, and fail where somebody calls them.
 */
export const withoutJsonSchema = (): Plugin => ({
  name: 'greensward:without-json-schema',
  apply: 'build',
  transform: {
    filter: { id: MODULES },
    handler(code) {
      const names = this.parse(code).body.flatMap(statement => {
        if (statement.type !== 'ExportNamedDeclaration') return []
        const { declaration, specifiers } = statement
        if (declaration?.type === 'VariableDeclaration')
          return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
        if (declaration?.type === 'FunctionDeclaration') return declaration.id === null ? [] : [declaration.id.name]
        return specifiers.flatMap(({ exported }) => (exported.type === 'Identifier' ? [exported.name] : []))
      })
      const fails = "const fails = () => () => { throw new Error('JSON Schema is made by the server alone') }"
      return { code: `${fails}\nexport { ${names.map(name => `fails as ${name}`).join(', ')} }`, map: null }
    },
  },
})
