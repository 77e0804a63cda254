import { Outlet } from '@tanstack/react-router'

export default function SettingsPage() {
  return <Outlet />
}
