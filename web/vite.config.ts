import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where the development server hands API and live traffic to. */
const api = process.env.API_URL ?? 'http://127.0.0.1:8080'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  define: { 'import.meta.env.VITE_RELEASE': JSON.stringify('1.5.1') },
  server: {
    port: 5173,
    proxy: {
      '/api': { target: api, changeOrigin: false },
      '/socket.io': { target: api, ws: true, changeOrigin: false },
    },
  },
  build: {
    outDir: 'dist',
    target: 'es2023',
    // Fonts and pictures stay files: `data:` addresses would need a wider content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      treeshake: {
        // Doors that re-export much: a screen then loads what it uses of them, not all that stands behind.
        moduleSideEffects: [
          { test: /[\\/](geometry|domain)[\\/]src[\\/]/, sideEffects: false },
          { test: /[\\/]web[\\/]src[\\/](ui|api)[\\/].*\.tsx?$/, sideEffects: false },
          { test: /[\\/]clipper2-ts[\\/]/, sideEffects: false },
        ],
      },
    },
  },
  worker: { format: 'es' },
})
