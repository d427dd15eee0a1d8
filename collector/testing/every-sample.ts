import { FRAMEWORKS } from '../extract/registry.ts';
import type { FrameworkSample } from '../extract/fixtures/span-input.ts';

/** The samples of all frameworks, each named by its framework and what it says. */
export async function everySample(): Promise<(FrameworkSample & { readonly slug: string })[]> {
  const files = FRAMEWORKS.map(async ({ slug }) => {
    const { samples }: { samples: readonly FrameworkSample[] } = await import(
      `../extract/fixtures/${slug}.ts`
    );
    return samples.map((sample) => ({ ...sample, slug, says: `${slug}: ${sample.says}` }));
  });
  return (await Promise.all(files)).flat();
}
