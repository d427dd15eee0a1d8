/** The environment of a collector that is to know no settings of the person who starts it: `home` is where it looks for them. */
export function withoutSettings(home: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('TRACEDECK_'));
  return {
    ...Object.fromEntries(inherited),
    HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_DATA_HOME: home,
    APPDATA: home,
    LOCALAPPDATA: home,
  };
}
