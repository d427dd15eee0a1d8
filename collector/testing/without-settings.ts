/** The environment of a collector that is to know no settings of the person who starts it: `home` is where it looks for them. */
export function withoutSettings(home: string): Record<string, string> {
  const isInherited = (entry: [string, string | undefined]): entry is [string, string] =>
    entry[1] !== undefined && !entry[0].startsWith('TRACEDECK_');
  const inherited = Object.entries(process.env).filter(isInherited);
  return {
    ...Object.fromEntries(inherited),
    HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_DATA_HOME: home,
    APPDATA: home,
    LOCALAPPDATA: home,
  };
}
