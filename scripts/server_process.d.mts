/** How the server's process is started: options of Node, and environment variables. */
export declare function serverProcess(env: Record<string, string | undefined>): {
  args: string[]
  env: Record<string, string>
}
