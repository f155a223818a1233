//! [`EngineLimits`]: the most memory and threads that an engine may take in this process. Options declare the resource that
//! they cost, so no option is known by name.

use crate::{AnyGame, Catalog, EngineInfo, EngineSpec, EngineSpecError, OptionKind, OptionSpec, Options, Resource};

/// The most that one engine may take. Engines of a scheme, such as external programs, are not offered at all: who names an
/// engine must not choose what runs here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineLimits {
    pub memory_mib: u32,
    pub threads: u32,
}

impl EngineLimits {
    /// An option with its range and default lowered to these limits.
    pub fn option(self, option: &OptionSpec) -> OptionSpec {
        let mut limited = option.clone();
        if let (Some(resource), OptionKind::Integer { min, max, default }) = (option.resource, &mut limited.kind) {
            let limit = match resource {
                Resource::Memory => self.memory_mib,
                Resource::Threads => self.threads,
            };
            [*min, *max, *default] = [*min, *max, *default].map(|value| value.min(limit));
        }
        limited
    }

    /// Checks a spec against the game's engines and these limits. A value above a limit is an error; a default above one
    /// is lowered to it.
    pub fn check(
        self,
        catalog: &Catalog,
        game: &dyn AnyGame,
        spec: &EngineSpec,
    ) -> Result<EngineSpec, EngineSpecError> {
        let (info, options) = find_engine(catalog, game, spec)?;
        let mut limited = spec.clone();
        for (option, max) in self.excessive(&info, &options) {
            if options.is_given(option) {
                return Err(EngineSpecError::AboveLimit { option: option.name.to_string(), max });
            }
            limited = limited.with_option(&option.name, max);
        }
        Ok(limited)
    }

    /// A spec of the catalog with its values lowered to these limits; `None` if the game does not have the engine, or if
    /// it is not offered.
    pub fn lower(self, catalog: &Catalog, game: &dyn AnyGame, spec: &EngineSpec) -> Option<EngineSpec> {
        let (info, options) = find_engine(catalog, game, spec).ok()?;
        let mut raw = spec.options().ok()?;
        for (option, max) in self.excessive(&info, &options).filter(|(option, _)| options.is_given(option)) {
            raw.insert(option.name.to_string(), max.to_string());
        }
        Some(raw.iter().fold(EngineSpec::new(spec.name()), |limited, (name, value)| limited.with_option(name, value)))
    }

    /// A spec of the catalog or of stored data with every value lowered, defaults included. A stored spec was checked when
    /// it was stored, perhaps against other limits.
    pub fn lower_all(self, catalog: &Catalog, game: &dyn AnyGame, spec: &EngineSpec) -> Option<EngineSpec> {
        self.check(catalog, game, &self.lower(catalog, game, spec)?).ok()
    }

    /// Options whose values exceed these limits, each with its limit.
    fn excessive<'a>(
        self,
        info: &'a EngineInfo,
        options: &'a Options,
    ) -> impl Iterator<Item = (&'a OptionSpec, u32)> + use<'a> {
        info.options.iter().filter_map(move |option| match self.option(option).kind {
            OptionKind::Integer { max, .. } if options.integer(option) > max => Some((option, max)),
            _ => None,
        })
    }
}

/// Information and options of the engine that a spec names, unless it is one of a scheme.
fn find_engine(
    catalog: &Catalog,
    game: &dyn AnyGame,
    spec: &EngineSpec,
) -> Result<(EngineInfo, Options), EngineSpecError> {
    catalog.resolve_engine(game, spec)?.ok_or(EngineSpecError::NotOffered)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_is_limited_by_its_resource_whatever_its_name() {
        let limits = EngineLimits { memory_mib: 16, threads: 1 };
        let option = OptionSpec::resource(Resource::Memory, "attic", "room for boxes in MiB", 1, 4096, 1024);
        assert_eq!(limits.option(&option).kind, OptionKind::Integer { min: 1, max: 16, default: 16 });
        let harmless = OptionSpec::integer("threads-of-wool", "not a resource", 1, 4096, 1024);
        assert_eq!(limits.option(&harmless), harmless);
    }
}
