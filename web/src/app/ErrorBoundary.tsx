import { Component, type ReactNode } from 'react'
import { ErrorPage } from './ErrorPage.tsx'

/** Catches what no route caught; the window then shows the error page instead of nothing. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown): { readonly error: unknown } {
    return { error }
  }

  override render(): ReactNode {
    return this.state.error === undefined ? this.props.children : <ErrorPage error={this.state.error} />
  }
}
